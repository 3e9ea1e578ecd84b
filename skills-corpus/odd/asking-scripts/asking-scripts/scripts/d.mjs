const answer = await rl.question("Name? ");
