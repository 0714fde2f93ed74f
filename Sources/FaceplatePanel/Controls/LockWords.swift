import Faceplate
import FaceplateHTML

struct LockWords {
    private let phrase: Phrase
    private let slot: String
    private let words: PageWords

    init(_ source: Settings.Lock.Source, _ words: PageWords) {
        self.words = words
        switch source {
        case .environment(let variable): (phrase, slot) = (words.phrase(.lockedVariable), variable)
        case .file(let name): (phrase, slot) = (words.phrase(.lockedFile), name)
        case .other(let source): (phrase, slot) = (words.phrase(.lockedOther), source)
        }
    }

    var text: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .slot: slot
            }
        }.joined()
    }

    func write(_ html: inout Markup) {
        for piece in pieces {
            switch piece {
            case .text(let text): html.text(text)
            case .slot("source"): html.element(.bdi, text: slot)
            case .slot: html.element(.code, .dir(.ltr), text: slot)
            }
        }
    }

    private var pieces: [Phrase.Piece] { phrase.pieces(in: words.locale) }
}
