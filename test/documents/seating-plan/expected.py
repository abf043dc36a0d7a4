import unicodedata

from printed import document

def expect(v):
    tables = sorted({x["table"] for x in v["guests"]})
    lines = [v["event"], f"{len(v['guests'])} guests at {len(tables)} tables"]
    for table in tables:
        mine = sorted((x for x in v["guests"] if x["table"] == table), key=lambda x: sort_key(x["name"]))
        lines += [f"Table {table}", f"{len(mine)} seats"]
        lines += [x["name"] + (f" · {x['diet']}" if x.get("diet") else "") for x in mine]
    # Tables stand in rows of three, read from the left to the right.
    top = [[left, 155, left + 234, 400] for left in (46, 280, 514)]
    bottom = [[left, 400, left + 234, 1123] for left in (163, 397)]
    return document(lines, areas=[[0, 0, 794, 155], *top, *bottom])


def sort_key(name):
    """Þ is a letter after z; other marks and strokes do not count at first."""
    letters = name.translate(str.maketrans("ĐđØøÞþŁłİ", "DdOo{{LlI"))
    return unicodedata.normalize("NFD", letters).encode("ascii", "ignore").decode().lower()
