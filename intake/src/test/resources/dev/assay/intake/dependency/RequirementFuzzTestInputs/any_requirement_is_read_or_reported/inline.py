# requires-python = ">=3.11"
# dependencies = [
#   "httpx>=0.27",  # client
#   'rich',
# ]
# ///
print("ready")
