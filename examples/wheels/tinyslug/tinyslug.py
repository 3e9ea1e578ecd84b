"""Turns titles into names for addresses: "Grüße aus Köln!" becomes "gruesse-aus-koeln"."""

import re
import unicodedata

SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def slug(title):
    plain = unicodedata.normalize("NFC", title).lower().translate(SPELLED)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
