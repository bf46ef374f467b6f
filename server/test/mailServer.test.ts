import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { openMailServer } from './mailServer.ts'

const mails = await openMailServer()
afterAll(() => mails.down())

// An error that is not handled would make the run fail, although each of its tests passes.
it('keeps nothing of a mail whose sender goes away in the middle of it', async () => {
  const socket = connect(Number(new URL(mails.url).port), '127.0.0.1')
  const replies = createInterface(socket)[Symbol.asyncIterator]()
  await replies.next()
  for (const command of ['HELO sender', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA']) {
    socket.write(`${command}\r\n`)
    await replies.next()
  }
  socket.write('Subject: Cut\r\n\r\nThe first ha')
  socket.resetAndDestroy()
  await once(socket, 'close')

  await mails.down()
  expect(mails).toMatchObject({ handedOver: 0, received: [] })
})
