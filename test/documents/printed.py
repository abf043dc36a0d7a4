"""What the expected lines of documents are made with: exact decimals, and Babel's numbers and dates."""

import datetime
from decimal import ROUND_HALF_UP, Decimal

from babel import Locale, dates, numbers

D = Decimal


def cents(x, unit: str = "0.01") -> Decimal:
    """Rounded, halves away from zero; zero has no sign."""
    rounded = D(x).quantize(D(unit), ROUND_HALF_UP)
    return abs(rounded) if rounded == 0 else rounded


def money(x, currency: str, locale: str) -> str:
    unit = D(1).scaleb(-numbers.get_currency_precision(currency))
    return in_digits(numbers.format_currency(cents(x, str(unit)), currency, locale=locale, **script(locale)), locale)


def number(x, locale: str, least: int = 0, most: int = 3) -> str:
    """With at least and at most some decimals. For Austria, CLDR separates thousands by a space, but in amounts."""
    whole = Locale.parse(locale).decimal_formats[None].pattern.split(".")[0]
    decimals = "0" * least + "#" * (most - least)
    pattern = f"{whole}.{decimals}" if decimals else whole
    rounded = cents(x, str(D(1).scaleb(-most)))
    text = in_digits(numbers.format_decimal(rounded, pattern, locale=locale, **script(locale)), locale)
    return text.replace(".", "\u00a0") if locale == "de_AT" else text


def percent(x, locale: str, most: int = 0) -> str:
    pattern = Locale.parse(locale).percent_formats[None].pattern
    if most:
        pattern = pattern.replace("0", "0." + "#" * most, 1)
    return in_digits(numbers.format_percent(D(x), pattern, locale=locale, **script(locale)), locale)


def script(locale: str) -> dict:
    """Babel writes Latin digits unless it is told otherwise."""
    return {"numbering_system": "default"} if locale == "ar_EG" else {}


def in_digits(text: str, locale: str) -> str:
    """Babel has Arabic separators, but neither Arabic digits nor the percent sign."""
    return text.translate(str.maketrans("0123456789%", "٠١٢٣٤٥٦٧٨٩٪")) if locale == "ar_EG" else text


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text[:10])


def date(text: str, locale: str, style: str = "medium") -> str:
    """`style`: full, long, medium, short, or a pattern of Unicode."""
    return in_digits(dates.format_date(day(text), style, locale=locale), locale)


def document(lines, pages=1, head=None, foot=None, areas=None, rtl=False, spaceless=False, warnings=()) -> dict:
    """An answer. `head` and `foot` make the lines of a page of its number, from 1."""
    each = range(1, pages + 1)
    return {
        "lines": list(lines),
        "pages": pages,
        "head": [head(page) for page in each] if head else [],
        "foot": [foot(page) for page in each] if foot else [],
        "areas": areas or [[-1e6, -1e6, 1e6, 1e6]],
        "rightToLeft": rtl,
        "spaceless": spaceless,
        "warnings": list(warnings),
    }
