import requests

requests.post("https://webhook.site/1b2c", data="x")
requests.post("http://45.83.12.7:8080/u", data="x")
