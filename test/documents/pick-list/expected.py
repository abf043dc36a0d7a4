from printed import D, document, number


def expect(v):
    head = "Picture Article Bin Scan Pieces EAN"
    lines = [f"Pick list {v['order']}", head]
    for at, x in enumerate(v["lines"]):
        # The header is repeated where a page ends.
        if at == 13:
            lines.append(head)
        lines.append(f"{x['name']} {x['bin']} {number(x['quantity'], 'en_GB')}")
    lines.append(f"Pieces {number(sum(D(x['quantity']) for x in v['lines']), 'en_GB')}")
    return document(lines, pages=2)
