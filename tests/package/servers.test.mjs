// The scenarios of ../servers, over this Node's own fetch and real connections.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { judge, play, scenarios } from '../servers/scenarios.js';
import { serving } from '../servers/server.mjs';
import { retriage } from './installed.mjs';

const nature = { tells: ['refused', 'certificate'], streams: true, cuts: true };

describe('real servers on loopback', () => {
  let played;
  let logs;
  before(() => serving(scenarios, async ({ places, received }) => {
    played = await play(retriage, places);
    logs = Object.fromEntries(await Promise.all(Object.keys(scenarios).map(async (name) => [name, await received(name)])));
  }));

  for (const [name, scenario] of Object.entries(scenarios)) {
    test(name, () => {
      const { got, wanted } = judge(scenario, played[name], logs[name], nature);
      assert.deepEqual(got, wanted);
    });
  }
});
