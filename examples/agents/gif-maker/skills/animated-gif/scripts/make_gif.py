"""Writes an animated GIF of a bouncing ball with the standard library only."""

import argparse
import hashlib
import math
import struct

PALETTE = [(250, 250, 245), (220, 60, 50), (120, 120, 120), (40, 40, 60)]
CODE_BITS = 2


def compressed(pixels):
    """LZW as GIF wants it."""
    clear, end = 1 << CODE_BITS, (1 << CODE_BITS) + 1
    out, buffer, filled = bytearray(), 0, 0

    def put(code, width):
        nonlocal buffer, filled
        buffer |= code << filled
        filled += width
        while filled >= 8:
            out.append(buffer & 255)
            buffer >>= 8
            filled -= 8

    table = {(value,): value for value in range(clear)}
    width, following, word = CODE_BITS + 1, end + 1, ()
    put(clear, width)
    for pixel in pixels:
        longer = word + (pixel,)
        if longer in table:
            word = longer
            continue
        put(table[word], width)
        if following < 4096:
            table[longer] = following
            if following == 1 << width and width < 12:
                width += 1
            following += 1
        else:
            put(clear, width)
            table = {(value,): value for value in range(clear)}
            width, following = CODE_BITS + 1, end + 1
        word = (pixel,)
    put(table[word], width)
    put(end, width)
    if filled:
        out.append(buffer & 255)
    return bytes(out)


def frame(number, frames, size):
    """The pixels of one picture: a ball over a line."""
    radius = size // 8
    floor = size - size // 10
    height = abs(math.sin(math.pi * number / frames * 2))
    x = size // 2 + int(size / 4 * math.cos(2 * math.pi * number / frames))
    y = floor - radius - int(height * (floor - 3 * radius))
    pixels = []
    for row in range(size):
        for column in range(size):
            inside = (row - y) ** 2 + (column - x) ** 2 <= radius**2
            pixels.append(1 if inside else 3 if row == floor else 0)
    return pixels


def gif(frames, size):
    parts = [b"GIF89a", struct.pack("<HHBBB", size, size, 0xF0 | (CODE_BITS - 1), 0, 0)]
    parts += [bytes(colour) for colour in PALETTE]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    for number in range(frames):
        parts.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0, 6, 0, 0))
        parts.append(struct.pack("<BHHHHB", 0x2C, 0, 0, size, size, 0))
        parts.append(bytes([CODE_BITS]))
        data = compressed(frame(number, frames, size))
        for start in range(0, len(data), 255):
            block = data[start : start + 255]
            parts.append(bytes([len(block)]) + block)
        parts.append(b"\x00")
    parts.append(b"\x3b")
    return b"".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=12)
    parser.add_argument("--size", type=int, default=96)
    parser.add_argument("--output", default="ball.gif")
    given = parser.parse_args()
    if not 2 <= given.frames <= 120 or not 16 <= given.size <= 256:
        parser.error("frames must be 2 to 120 and size 16 to 256")
    data = gif(given.frames, given.size)
    with open(given.output, "wb") as file:
        file.write(data)
    digest = hashlib.sha256(data).hexdigest()
    print(f"wrote {given.output}: {given.frames} frames, {given.size}x{given.size} pixels, {len(data)} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
