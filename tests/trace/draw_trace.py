#!/usr/bin/env python3
"""Draws a trace, or a part of it, as SVG: draw_trace.py TRACE PICTURE [FROM TO]

FROM and TO are microseconds from the first event on. It is how docs/tracing/trace.svg was made; viewers
show more and let one look closer.
"""
import json
import sys
from xml.sax.saxutils import escape, quoteattr

WIDTH, LEFT, ROW, GAP = 1200, 190, 18, 8
CHARACTER = 6.2  # of the font, at 11 pixels
COLORS = {"api": "#c6dbef", "command": "#a1d99b", "work": "#fdd0a2", "build": "#dadaeb",
          "compiler": "#efedf5", "callback": "#fcbba1"}


class Picture:
    def __init__(self, events, begin, end):
        shown = [event for event in events if event["ph"] == "X" and event["ts"] < end
                 and event["ts"] + event["dur"] > begin]
        self.begin, self.end = begin, end
        self.names = {event["tid"]: event["args"]["name"] for event in events
                      if event["name"] == "thread_name"}
        order = {event["tid"]: event["args"]["sort_index"] for event in events
                 if event["name"] == "thread_sort_index"}
        self.rows = {}  # of each track: of each depth the events
        for track in sorted({event["tid"] for event in shown}, key=lambda tid: (order.get(tid, 0), tid)):
            self.rows[track] = nested([event for event in shown if event["tid"] == track])
        self.tops, top = {}, 2 * ROW
        for track, rows in self.rows.items():
            self.tops[track] = top
            top += len(rows) * ROW + GAP
        self.height = top
        self.ends = {event["id"]: event for event in events if event["ph"] == "f"}
        self.starts = [event for event in events if event["ph"] == "s"]

    def x(self, time):
        time = min(max(time, self.begin), self.end)
        return LEFT + (time - self.begin) / (self.end - self.begin) * (WIDTH - LEFT - 10)

    def y(self, event):
        """The middle of the deepest box around an end of an arrow; nothing if it is not shown."""
        found = None
        for depth, row in enumerate(self.rows.get(event["tid"], [])):
            if any(box["ts"] <= event["ts"] <= box["ts"] + box["dur"] for box in row):
                found = self.tops[event["tid"]] + depth * ROW + ROW / 2
        return found

    def boxes(self):
        for track, rows in self.rows.items():
            top = self.tops[track]
            yield (f'<text x="4" y="{top + 13}" font-weight="bold">'
                   f'{escape(self.names.get(track, str(track)))}</text>')
            for depth, row in enumerate(rows):
                for event in row:
                    left, right = self.x(event["ts"]), self.x(event["ts"] + event["dur"])
                    width = max(right - left, 1)
                    y = top + depth * ROW
                    said = json.dumps(event.get("args", {}))
                    yield (f'<rect x="{left:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 2}" '
                           f'fill="{COLORS.get(event["cat"], "#eeeeee")}" stroke="#777777" stroke-width="0.5">'
                           f'<title>{escape(event["name"])} {event["dur"]:.1f} us {escape(said)}</title></rect>')
                    text = event["name"][:int((width - 4) / CHARACTER)]
                    if len(text) > 2:
                        yield f'<text x="{left + 3:.1f}" y="{y + 12}">{escape(text)}</text>'

    def arrows(self):
        for start in self.starts:
            end = self.ends[start["id"]]
            if not all(self.begin <= place["ts"] <= self.end for place in (start, end)):
                continue
            y, to = self.y(start), self.y(end)
            if y is not None and to is not None:
                color = "#d62728" if start["cat"] == "wait list" else "#777777"
                yield (f'<line x1="{self.x(start["ts"]):.1f}" y1="{y}" x2="{self.x(end["ts"]):.1f}" y2="{to}" '
                       f'stroke="{color}" marker-end="url(#head)"/>')

    def svg(self):
        steps = 6
        axis = []
        for step in range(steps + 1):
            time = self.begin + (self.end - self.begin) * step / steps
            label = quoteattr("end" if step == steps else "start" if step == 0 else "middle")
            axis.append(f'<text x="{self.x(time):.1f}" y="12" text-anchor={label} fill="#555555">'
                        f'{time - self.begin:.0f} us</text>')
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" '
            f'font-family="monospace" font-size="10">',
            '<defs><marker id="head" markerWidth="6" markerHeight="6" refX="5" refY="3" orient="auto">'
            '<path d="M0,0 L6,3 L0,6 z" fill="#555555"/></marker></defs>',
            f'<rect width="{WIDTH}" height="{self.height}" fill="white"/>',
            *axis, *self.boxes(), *self.arrows(), "</svg>", ""])


def nested(events):
    """Of one track, by depth: an event lies below the one that it is inside of."""
    rows, ends = [], []
    for event in sorted(events, key=lambda event: (event["ts"], -event["dur"])):
        while ends and ends[-1] <= event["ts"] + 1e-6:
            ends.pop()
        if len(rows) == len(ends):
            rows.append([])
        rows[len(ends)].append(event)
        ends.append(event["ts"] + event["dur"])
    return rows


def draw(trace, picture, begin=0.0, end=float("inf")):
    with open(trace) as file:
        events = json.load(file)
    boxes = [event for event in events if event["ph"] == "X"]
    first = min(event["ts"] for event in boxes)
    last = max(event["ts"] + event["dur"] for event in boxes)
    with open(picture, "w") as file:
        file.write(Picture(events, first + begin, min(first + end, last)).svg())


if __name__ == "__main__":
    draw(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:5]))
