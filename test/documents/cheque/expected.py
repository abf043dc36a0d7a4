from decimal import ROUND_FLOOR

from printed import D, date, document, money

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(n):
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")
    for size, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            rest = f" {in_words(n % size)}" if n % size else ""
            return f"{in_words(n // size)} {name}{rest}"
    raise ValueError(n)


def expect(v):
    amount = D(v["amount"])
    whole = int(amount.to_integral_value(ROUND_FLOOR))
    words = in_words(whole)
    lines = [f"{v['bank']} No. {v['number']}", date(v["day"], "en_US", "long")]
    lines.append(f"Pay to the order of {v['payee']} {money(amount, 'USD', 'en_US')}")
    lines.append(f"{words[0].upper()}{words[1:]} and {int((amount - whole) * 100):02d}/100 dollars")
    lines.append(f"Memo: {v['memo']} Signature")
    return document(lines)
