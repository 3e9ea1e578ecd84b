import json
import os

for step in json.load(open("plan.json")):
    os.system(step["command"])
