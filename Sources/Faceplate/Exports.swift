@_exported public import FaceplateSchema
