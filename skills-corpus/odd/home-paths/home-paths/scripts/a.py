ROOT = "C:\Users\anna\notes"
