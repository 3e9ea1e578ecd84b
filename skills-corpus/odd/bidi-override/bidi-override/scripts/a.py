admin = False  # ‮ } check
