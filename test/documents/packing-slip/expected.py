from printed import D, date, document, number


def expect(v):
    lines = ["Packing slip"]
    lines.append(f"Order {v['order']}, shipped {date(v['shipped'], 'en_US', 'long')} in {len(v['boxes'])} boxes")
    lines += v["recipient"].split("\n")
    for box in v["boxes"]:
        mine = [line for line in v["lines"] if line["box"] == box["id"]]
        weight = D(box["weight"]) + sum(D(x["quantity"]) * D(x["grams"]) for x in mine) / 1000
        lines.append(f"Box {box['id']} {number(weight, 'en_US', 2, 2)} kg gross")
        lines.append("SKU Article Quantity Weight")
        for x in mine:
            grams = number(D(x["quantity"]) * D(x["grams"]) / 1000, "en_US", 3)
            tail = f"{number(x['quantity'], 'en_US')} {grams} kg"
            # Long names take several lines, and the other cells stand beside the first one.
            first, rest = split_name(x["name"])
            lines.append(f"{x['sku']} {first} {tail}")
            if rest:
                lines.append(rest)
        lines.append(f"Pieces in this box {number(sum(D(x['quantity']) for x in mine), 'en_US')}")
    lines.append(f"Pieces in all boxes {number(sum(D(x['quantity']) for x in v['lines']), 'en_US')}")
    return document(lines)


def split_name(name):
    """Where the long name of the sample breaks."""
    at = name.find(" card that says")
    return (name, "") if at == -1 else (name[:at], name[at + 1 :])
