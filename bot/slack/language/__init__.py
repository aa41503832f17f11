"""The languages people read: translations, dates, counts, rhythms."""
