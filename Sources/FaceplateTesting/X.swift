import Faceplate
