"""Prints, as JSON, random expressions of money, each with its value to two decimals by Python's decimal.

    python amounts.py COUNT
"""

import json
import random
import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal, getcontext, localcontext

D = Decimal
getcontext().prec = 34
getcontext().rounding = ROUND_HALF_UP
draw = random.Random(20_261_130)

# Amounts from here on have fewer than two decimals among 30 digits.
LARGEST = D("1e27")


def rounded(value: Decimal, decimals: int, mode: str) -> Decimal:
    """As quantize, which refuses results of more digits than the precision."""
    unit = D(1).scaleb(-decimals)
    with localcontext() as context:
        context.prec = 400
        return (value / unit).to_integral_value(mode) * unit


def amount() -> tuple[str, Decimal]:
    text = draw.choice(
        [
            f"{draw.randint(0, 99_999)}.{draw.randint(0, 99):02d}",
            f"{draw.randint(1, 100)}.0",
            f"0.{draw.randint(1, 999_999):06d}",
            f"{draw.randint(10**12, 10**16)}.{draw.randint(0, 10**6)}",
        ]
    )
    return text, D(text)


def expression(depth: int) -> tuple[str, Decimal]:
    if depth == 0:
        return amount()
    a, left = expression(depth - 1)
    b, right = expression(draw.randint(0, depth - 1))
    decimals = draw.randint(-3, 6)
    kinds = {
        f"({a} + {b})": lambda: left + right,
        f"({a} - {b})": lambda: left - right,
        f"({a} * {b})": lambda: left * right,
        f"({a} / {b})": lambda: left / right if right else None,
        f"({a} % {b})": lambda: left % right if right and abs(left / right) < 10**30 else None,
        f"-({a})": lambda: -left,
        f"abs({a})": lambda: abs(left),
        f"min({a}, {b})": lambda: min(left, right),
        f"max({a}, {b})": lambda: max(left, right),
        f"sum([{a}, {b}, {a}])": lambda: left + right + left,
        f"round({a}, {decimals})": lambda: rounded(left, decimals, ROUND_HALF_UP),
        f"floor({a}, {decimals})": lambda: rounded(left, decimals, ROUND_FLOOR),
        f"ceil({a}, {decimals})": lambda: rounded(left, decimals, ROUND_CEILING),
    }
    text, work = draw.choice(list(kinds.items()))
    value = work()
    return expression(depth) if value is None or abs(value) >= LARGEST else (text, value)


def cents(value: Decimal) -> str:
    text = format(rounded(value, 2, ROUND_HALF_UP) + 0, ".2f")
    return text.removeprefix("-") if D(text) == 0 else text


if __name__ == "__main__":
    cases = []
    while len(cases) < int(sys.argv[1]):
        text, value = expression(draw.randint(1, 4))
        if len(text) < 1_500:
            cases.append([text, cents(value)])
    json.dump(cases, sys.stdout)
