"""From text to Terms, and from candidates to an order: pure."""
