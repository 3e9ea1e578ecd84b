import base64, os, sys

# Example key: AKIAIOSFODNN7EXAMPLE
env = dict(os.environ, LANG="C")
print(base64.b64encode(sys.stdin.buffer.read()).decode())
NS = "http://www.w3.org/2000/svg"
