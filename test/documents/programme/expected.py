from datetime import datetime
from zoneinfo import ZoneInfo

from babel import dates
from printed import document


def local(text):
    return datetime.fromisoformat(text).astimezone(ZoneInfo("Europe/Lisbon"))


def expect(v):
    talks = sorted(v["talks"], key=lambda x: x["start"])
    first, last = local(talks[0]["start"]), local(max(x["end"] for x in talks))
    lines = [v["event"]]
    lines.append(f"{first.day} October to {last.day} October {last.year} · {len(talks)} talks")
    day = None
    for x in talks:
        start, end = local(x["start"]), local(x["end"])
        if start.date() != day:
            day = start.date()
            lines.append(dates.format_date(day, "EEEE d MMMM", locale="en_GB"))
        who = f"{x['speaker']}, " if "speaker" in x else ""
        lines.append(f"{start:%H:%M} – {end:%H:%M} {x['title']}")
        lines.append(f"{who}{x['room']} · {int((end - start).total_seconds()) // 60} min")
    pages = 3
    return document(lines, pages, foot=lambda page: [str(page)])
