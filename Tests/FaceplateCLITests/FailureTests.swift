import ArgumentParser
import Faceplate
import Testing

@testable import FaceplateCLI

struct FailureTests {
    /// Scripts decide by the status whether to try again.
    @Test(
        arguments: [
            (StoreError.Code.rejected, 1), (.otherSchema, 1), (.noSchema, 64),
            (.busy, 69), (.panel, 69), (.failed, 70), (.closed, 70), (.denied, 77),
        ] as [(StoreError.Code, Int32)])
    func hasAnExitStatusForEachStoreError(code: StoreError.Code, status: Int32) {
        #expect(Failure(StoreError(code, "Why.")).status.rawValue == status)
    }
}
