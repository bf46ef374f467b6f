import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MailRejected } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'

const mail = {
  to: 'jo@example.com',
  from: '"Cages" <hello@cages.test>',
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: 'Hi',
  messageId: '<row-1@cages.test>',
}

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A mail server on this machine with given replies, by the first word of the command. */
async function mailServer(replies: Record<string, string> = {}) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    socket.write('220 test ESMTP\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (inData) received.push(line)
        if (inData && line !== '.') continue
        const command = inData ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase()
        inData = command === 'DATA' && !replies.DATA
        if (command) socket.write(`${replies[command] ?? (inData ? '354 go on' : '250 ok')}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  open.push(mailer, server, { close: () => sockets.forEach((socket) => void socket.destroy()) })
  return { mailer, received }
}

test('a mail arrives with its id, both parts and the header Auto-Submitted', async () => {
  const { mailer, received } = await mailServer()

  await mailer.send(mail)

  expect(received).toContain('Message-ID: <row-1@cages.test>')
  expect(received).toContain('Auto-Submitted: auto-generated')
  expect(received).toContain('<p>Hi</p>')
  expect(received).toContain('Hi')
})

test.each([
  ['an address that does not exist', { RCPT: '550 5.1.1 no such user' }],
  ['a message that is not wanted', { '.': '554 5.7.1 not here' }],
])('%s is refused for good', async (_name, replies) => {
  const { mailer } = await mailServer(replies)

  await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailRejected)
})

test.each([
  ['a full mailbox', { RCPT: '452 4.2.2 mailbox full' }],
  ['a sender that the server does not know yet', { MAIL: '550 5.7.1 sender refused' }],
  ['a server with no time', { DATA: '451 4.3.0 later' }],
])('%s is worth another try', async (_name, replies) => {
  const { mailer } = await mailServer(replies)

  const failure = await mailer.send(mail).catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(MailRejected)
})
