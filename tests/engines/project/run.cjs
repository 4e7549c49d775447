const retriage = require('retriage');

Promise.all([import('./cases.js'), import('./judge.js')]).then(([{ default: cases }, { judge }]) => {
  console.log(JSON.stringify(judge(retriage, cases)));
});
