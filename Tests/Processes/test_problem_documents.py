"""Scripts that ask for JSON get problem documents also where the server itself refuses."""

import json
import socket

from support.client import BASE
from support.limits import HUNG
from support.server import own_server


def send_chunks(port, accept, size):
    """The answer to a form in chunks; its size is in no header."""
    with socket.create_connection(("127.0.0.1", port), timeout=HUNG) as connection:
        connection.sendall(
            f"POST {BASE}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: {accept}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode())
        part = b"a" * 65_536
        for _ in range(size // len(part)):
            connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        connection.sendall(b"0\r\n\r\n")
        answer = b""
        while received := connection.recv(65_536):
            answer += received
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.decode(), body


@own_server
def test_a_body_that_is_too_large_gets_a_problem_document(server):
    head, body = send_chunks(server.port, "application/json", 4 * 1024 * 1024)
    assert head.startswith("HTTP/1.1 413 ")
    assert "application/problem+json" in head
    document = json.loads(body)
    assert document["code"] == "too_large" and document["status"] == 413
    assert document["title"].endswith(" bytes at most.")


@own_server
def test_other_clients_get_a_sentence(server):
    head, body = send_chunks(server.port, "*/*", 4 * 1024 * 1024)
    assert head.startswith("HTTP/1.1 413 ")
    assert "text/plain" in head and body.endswith(b" bytes at most.\n")
