import { parseArgs } from 'node:util'
import { Answers, type Finding } from './answers.ts'
import { brokenBooks } from './books.ts'
import type { Fault } from './fault.ts'
import { clockDays } from './faults/clockDays.ts'
import { desks } from './faults/desks.ts'
import { events } from './faults/events.ts'
import { kills } from './faults/kills.ts'
import { lastSeats } from './faults/lastSeats.ts'
import { lateUndo } from './faults/lateUndo.ts'
import { mailServer } from './faults/mailServer.ts'
import { members } from './faults/members.ts'
import { merges } from './faults/merges.ts'
import { oneKey } from './faults/oneKey.ts'
import { oneSlot } from './faults/oneSlot.ts'
import { fullDisk, hungDatabase, readOnly } from './faults/troubledDatabase.ts'
import { randomOf } from './random.ts'
import { openWorld, type World } from './world.ts'

// Breaks Dugout at random, on purpose, and then compares everything that a client was told with everything that was kept.
// Each round has a seed: `--only <fault> --seed <seed> --rounds 1` makes the choices of that round again.

const faults: readonly Fault[] = [
  oneSlot,
  lastSeats,
  oneKey,
  desks,
  kills,
  members,
  lateUndo,
  merges,
  events,
  mailServer,
  clockDays,
  fullDisk,
  readOnly,
  hungDatabase,
]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string' },
    rounds: { type: 'string' },
    pooler: { type: 'boolean', default: false },
  },
})
const chosen = faults.filter(({ name }) => values.only === undefined || name === values.only)
const seed = Number(values.seed)
const [minutes, most] = [Number(values.minutes), Number(values.rounds ?? Number.POSITIVE_INFINITY)]
if (chosen.length === 0 || !Number.isInteger(seed) || !(minutes > 0) || !(most > 0)) {
  console.error(
    `Usage: npm run torture -- [--minutes 10] [--seed 1] [--rounds 5] [--pooler] [--only ${faults.map(({ name }) => name).join('|')}]`,
  )
  process.exit(2)
}

/** What the rounds of one fault came to. */
interface Row {
  readonly fault: Fault
  rounds: number
  answers: number
  /** Requests whose client cannot know what became of them. */
  unanswered: number
  notRun: string | null
  failed: number
  lost: number
  doubled: number
  mismatched: number
}

const rows: Row[] = chosen.map((fault) => ({
  fault,
  rounds: 0,
  answers: 0,
  unanswered: 0,
  notRun: null,
  failed: 0,
  lost: 0,
  doubled: 0,
  mismatched: 0,
}))
let end = performance.now() + minutes * 60_000
process.once('SIGINT', () => {
  end = 0
})
console.log(`Torture for ${minutes} minutes, seed ${seed}`)

let world: World | null = null
try {
  for (let turn = 0; turn < most && performance.now() < end; turn += 1) {
    for (const row of rows) {
      // Each fault has one round, however short the time.
      if ((row.rounds > 0 || end === 0) && performance.now() > end) continue
      if (world && world.daysLeft() < 10) {
        await world.close()
        world = null
      }
      world ??= await openWorld(values.pooler)
      row.notRun = row.fault.notRun?.(world) ?? null
      if (row.notRun) continue
      if (await fails(world, row, seed + turn)) {
        // What one round left broken must not fail the next.
        await world.close()
        world = null
      }
    }
  }
} finally {
  await world?.close()
}

console.log(`\n${line('fault', 'rounds', 'answers', 'unanswered', 'lost', 'doubled', 'mismatched')}`)
for (const { fault, notRun, rounds, answers, unanswered, lost, doubled, mismatched } of rows)
  console.log(
    notRun
      ? line(fault.name, `not run: ${notRun}`)
      : line(fault.name, rounds, answers, unanswered, lost, doubled, mismatched),
  )
const failed = rows.reduce((sum, row) => sum + row.failed, 0)
const held = rows.reduce((sum, row) => sum + row.rounds, 0) - failed
console.log(`\n${held} held, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs a round and prints what was found. */
async function fails(world: World, row: Row, roundSeed: number): Promise<boolean> {
  const answers = new Answers()
  const findings = await roundOf(world, row.fault, roundSeed, answers)
  row.rounds += 1
  row.answers += answers.notes.length
  row.unanswered += answers.notes.filter(({ told }) => told === 'unknown').length
  if (findings.length === 0) return false
  row.failed += 1
  for (const { kind } of findings) row[kind] += 1
  console.log(`\n✗ ${row.fault.name}: ${row.fault.about}`)
  for (const { kind, what } of findings.slice(0, 20)) console.log(`    ${kind}: ${what}`)
  console.log(
    `    again: npm run torture -- --only ${row.fault.name} --seed ${roundSeed} --rounds 1${values.pooler ? ' --pooler' : ''}`,
  )
  return true
}

async function roundOf(world: World, fault: Fault, roundSeed: number, answers: Answers): Promise<Finding[]> {
  try {
    await fault.round({ world, answers, random: randomOf(roundSeed) })
    await world.settle()
    return [...(await answers.compare(world.db)), ...(await brokenBooks(world))]
  } catch (error) {
    return [
      { kind: 'mismatched', what: `the round broke off: ${error instanceof Error ? error.stack : error}` },
    ]
  }
}

function line(name: string, ...figures: (string | number)[]): string {
  return [name.padEnd(14), ...figures.map((figure) => String(figure).padStart(11))].join('')
}
