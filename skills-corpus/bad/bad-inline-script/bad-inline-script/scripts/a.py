# /// script
# dependencies = ["=nothing"]
# ///
