from datetime import datetime

from printed import D, cents, document, money, number, percent


def expect(v):
    def ils(x):
        return money(x, "ILS", "he_IL")

    paid = datetime.fromisoformat(v["paid"])
    lines = [v["shop"], f"קבלה מספר {v['number']}", f"{paid.day}.{paid.month}.{paid.year}, {paid.hour}:{paid:%M}"]
    total = D(0)
    for x in v["items"]:
        amount = cents(D(x["quantity"]) * D(x["price"]))
        total += amount
        lines.append(f"{x['name']} {number(x['quantity'], 'he_IL')} × {ils(x['price'])} {ils(amount)}")
    lines.append(f"סך הכול {ils(total)}")
    lines.append(f"מתוכו מע״מ {percent(D('0.18'), 'he_IL')} {ils(total * 18 / 118)}")
    lines += [f"מזומן {ils(v['cash'])}", f"עודף {ils(D(v['cash']) - total)}", "תודה ולהתראות!"]
    return document(lines, rtl=True)
