"""What the Python tests share."""


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: asserts a time, so that nothing else is to run")
    config.addinivalue_line(
        "markers", "seed(*rows): shows these features of Tests/Seeds/rows.tsv"
    )
