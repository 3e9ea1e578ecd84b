name = input("Your name: ")
