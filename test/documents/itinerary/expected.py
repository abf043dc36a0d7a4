from datetime import datetime
from zoneinfo import ZoneInfo

from printed import document


def expect(v):
    legs = sorted(v["legs"], key=lambda x: datetime.fromisoformat(x["start"]))
    home = ZoneInfo(v["home"])
    lines = [f"Itinerary of {v['traveller']}"]
    lines.append(f"Times are local. In small print: the time at home ({v['home']}).")
    for x in legs:
        start, end = datetime.fromisoformat(x["start"]), datetime.fromisoformat(x["end"])
        lines += [x["what"], x["place"]]
        for word, time, zone in (("Starts", start, x["startZone"]), ("Ends", end, x["endZone"])):
            there, here = time.astimezone(ZoneInfo(zone)), time.astimezone(home)
            shown = f"{there:%a, %b} {there.day}, {clock(there)} {offset(there)}"
            lines.append(f"{word} {shown} {here:%a} {clock(here)}")
        minutes = int((end - start).total_seconds()) // 60
        lines.append(f"Takes {minutes // 60} h {minutes % 60:02d} min")
    times = [datetime.fromisoformat(x[key]) for x in legs for key in ("start", "end")]
    hours = int((max(times) - min(times)).total_seconds()) // 3600
    return document([*lines, f"On the way for {hours} hours."])


def clock(time):
    return f"{time.hour % 12 or 12}:{time:%M %p}"


def offset(time):
    minutes = int(time.utcoffset().total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"GMT{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02d}" if rest else "")
