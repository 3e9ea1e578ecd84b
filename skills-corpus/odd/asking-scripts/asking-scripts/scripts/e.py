def read_input(x):
    return x.input()
