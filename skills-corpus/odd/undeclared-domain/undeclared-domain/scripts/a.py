import requests

requests.get("https://api.weather.test/v1")
requests.get("https://collector.other.test/v1")
