import { openMailServer } from '../../server/test/mailServer.ts'
import { administer } from '../administer.ts'
import { type FacilityServer, startFacilityServer } from '../facilityServer.ts'
import { test as engines, expect, skipWithoutEngine } from './fixtures.ts'
import { visitor } from './visitor.ts'

skipWithoutEngine()

/** A facility of which nobody has entered anything. */
const test = engines.extend<object, { facilityServer: FacilityServer }>({
  facilityServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern of a fixture that needs no other
    async ({}, use) => {
      const server = await startFacilityServer({ empty: true })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('an owner sets a facility up, enters the mail server and reads what is left', async ({
  enginePage,
  baseURL,
  facilityServer,
}) => {
  const owner = visitor(enginePage, baseURL ?? '')
  const code = await administer(facilityServer, ['setup-code'])
  await owner.open('/setup')
  await owner.types('One-time Code', code.trim())
  await owner.types('Your Name', 'Olive Owner')
  await owner.types('Email', 'olive@empty.example')
  await owner.types('Password', 'three strikes and out')
  await owner.presses('button', 'Create My Account')

  await owner.sees('heading', 'Your Place')
  for (const [label, value] of [
    ['Name', 'Cypress Cages'],
    ['Street Address', '1 Main Street'],
    ['City', 'Beaumont'],
    ['State', 'TX'],
    ['ZIP Code', '77701'],
    ['Phone', '409 555 0142'],
    ['Email', 'hello@empty.example'],
  ] as const)
    await owner.types(label, value)
  await owner.chooses('Time Zone', 'America/Chicago')
  await owner.presses('button', 'Save and Continue')
  await owner.sees('heading', 'Hours')
  await owner.presses('checkbox', 'Monday')
  await owner.presses('button', 'Save and Continue')
  await owner.sees('heading', 'Cages')
  for (const [label, price] of [
    ['30 Minutes', '24'],
    ['60 Minutes', '24.50'],
    ['+30 Minutes', '12'],
  ] as const)
    await owner.types(label, price)
  await owner.presses('button', 'Add 4 Cages')
  await owner.presses('button', 'Save and Continue')
  await owner.sees('heading', 'Teams & Members')
  await owner.presses('button', 'Continue')
  await owner.sees('heading', 'Look')
  await owner.types('Brand Color', '#1d6fd8')
  await owner.reads('4.8 : 1 Good')
  await owner.presses('button', 'Save and Continue')
  await owner.sees('heading', 'Sales Tax')
  await owner.open('/admin/setup?step=next')
  await owner.sees('heading', 'Before You Open')
  await owner.reads('$24/30MIN • $24.50/HOUR')
  expect(await owner.overflow()).toBe(0)

  const server = await openMailServer()
  try {
    await owner.presses('link', 'Connect: Send mail')
    await owner.types('Server', '127.0.0.1')
    await owner.replaces('Port', new URL(server.url).port)
    await owner.chooses('Security', 'none')
    await owner.presses('button', 'Save')
    await owner.reads('Mail goes out through 127.0.0.1.')
    await owner.presses('button', 'Send a Test to Me')
    await owner.reads('The server took a test message to olive@empty.example.')
    expect(server.received.map(({ to }) => to)).toEqual([['olive@empty.example']])
  } finally {
    await server.down()
  }
  for (const section of ['cards', 'look', 'texts', 'doors']) {
    await owner.open(`/admin/settings?section=${section}`)
    await owner.sees(
      'heading',
      { cards: 'Card Payments', look: 'Look', texts: 'Texts', doors: 'Before You Open' }[section] ?? '',
    )
    expect(await owner.overflow()).toBe(0)
  }
})
