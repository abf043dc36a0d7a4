from printed import D, cents, date, document, money, number


def expect(v):
    def inr(x):
        return money(x, "INR", "en_IN")

    lines = [f"{v['seller']} Tax invoice {v['number']}", f"{v['buyer']} GSTIN {v['gstin']}"]
    lines.append(f"Place of supply: {v['state']} {date(v['issued'], 'en_IN', 'long')}")
    lines.append("Description HSN Qty Rate Taxable CGST SGST")
    taxable = taxes = D(0)
    for x in v["items"]:
        amount = D(x["quantity"]) * D(x["price"])
        half = cents(amount * D(x["gst"]) / 200)
        taxable += cents(amount)
        taxes += half
        numbers = f"{number(x['quantity'], 'en_IN')} {inr(x['price'])} {inr(amount)} {inr(half)} {inr(half)}"
        lines.append(f"{x['name']} {x['hsn']} {numbers}")
    lines.append(f"Total {inr(taxable)} {inr(taxes)} {inr(taxes)}")
    total = inr(cents(taxable + 2 * taxes, "1"))
    return document([*lines, f"Grand total {total}", f"कुल राशि: {total}"])
