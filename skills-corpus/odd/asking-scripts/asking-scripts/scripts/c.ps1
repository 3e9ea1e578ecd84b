$name = Read-Host "Name"
