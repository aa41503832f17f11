"""The database: all SQL lives here, its methods are questions and facts."""
