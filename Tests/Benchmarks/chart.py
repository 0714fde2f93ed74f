"""Draws how the cost of a post grows, as an SVG of four charts. Run by Scripts/bench growth --chart.

    chart.py FOLDER_OF_BINARIES WORK_FOLDER PICTURE [--quick]
"""

import contextlib
import socket
import sys
from pathlib import Path

from growth import REVISIONS, Case, fill, panel, post

WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 150, 60, 46, 80
INK, GRID, LINE, PAPER = "#59636e", "#d1d9e0", "#0969da", "#ffffff"


@contextlib.contextmanager
def streams(case, count):
    """As many open event streams, which are told of each post and read nothing."""
    clients = []
    try:
        for _ in range(count):
            client = socket.create_connection(("127.0.0.1", case.port))
            client.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{case.port}\r\n\r\n".encode())
            client.recv(65536)
            clients.append(client)
        yield
    finally:
        for client in clients:
            client.close()


def measurements(binary, work, posts):
    """The title, the sizes and the costs of each chart; costs in microseconds of processor time."""
    def cost(name, schema, languages=1, revisions=0, listeners=0):
        case = Case(binary, work / name.replace(" ", "-"), schema, languages)
        if revisions:
            fill(case, revisions)
        case.start()
        try:
            with streams(case, listeners):
                return case.cost(post(case), posts)
        finally:
            case.stop()

    def chart(title, sizes, measured):
        return title, sizes, [measured(size) for size in sizes]

    yield chart("items of the panel", [50, 500, 2_500, 10_000],
                lambda size: cost(f"items {size}", panel(items=size)))
    yield chart("languages", [1, 10, 20, 40],
                lambda size: cost(f"languages {size}", panel(), languages=size))
    # A full history is one that holds as many revisions as it may.
    yield chart("revisions of a full history", [100, 1_000, 10_000, REVISIONS],
                lambda size: cost(f"history {size}", panel(history=size), revisions=size))
    yield chart("open event streams", [0, 100, 500, 1_000],
                lambda size: cost(f"streams {size}", panel(), listeners=size))


def step(most):
    """A round distance between lines, of which a chart has three to six."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if most / (size * factor) <= 5:
                return size * factor
        size *= 10


def drawn(title, sizes, costs, left, top):
    distance = step(max(costs))
    most = distance * (1.1 * max(costs) // distance + 1)
    parts = [f'<text x="{left}" y="{top - 14}" font-weight="600">{title}</text>']
    for number in range(int(most / distance) + 1):
        y = top + HEIGHT - HEIGHT * number * distance / most
        parts.append(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="{GRID}"/>'
                     f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{number * distance:,}</text>')
    # Sizes are a multiple of each other; each has the same room.
    points = [(left + WIDTH * (2 * place + 1) / (2 * len(sizes)), top + HEIGHT - HEIGHT * cost / most)
              for place, cost in enumerate(costs)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for (x, y), size, cost in zip(points, sizes, costs):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{LINE}"/>'
                     f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle">{cost:,.0f}</text>'
                     f'<text x="{x:.1f}" y="{top + HEIGHT + 18}" text-anchor="middle">{size:,}</text>')
    return "".join(parts)


def picture(charts):
    width, height = 2 * (LEFT + WIDTH) + 40, 2 * (HEIGHT + GAP) + 30
    parts = [drawn(*chart, LEFT + (number % 2) * (WIDTH + LEFT), TOP + 22 + (number // 2) * (HEIGHT + GAP))
             for number, chart in enumerate(charts)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}">'
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
            f'<text x="{LEFT}" y="24" font-size="14" font-weight="600">Microseconds of processor time for a post</text>'
            f'{"".join(parts)}</svg>\n')


def main(binaries, work, file, *options):
    posts = 500 if "--quick" in options else 2_500
    charts = list(measurements(Path(binaries) / "faceplate", Path(work) / "chart", posts))
    Path(file).write_text(picture(charts))
    for title, sizes, costs in charts:
        print(title + ": " + ", ".join(f"{size:,}: {cost:.0f}" for size, cost in zip(sizes, costs)))


if __name__ == "__main__":
    main(*sys.argv[1:])
