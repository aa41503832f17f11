"""Files read into values: digests, schedules, phrases."""
