import { expect, test } from 'vitest'
import { facility } from '../../test/outbox.ts'
import { renderMessage } from './render.ts'
import { builtInTemplates, type MessageData, type TemplateName } from './templates.ts'

const sender = { facility, siteUrl: 'https://cages.test' }
const reset_url = 'https://cages.test/auth?mode=reset&to=jo'

const samples: MessageData = {
  'confirm-email': { full_name: 'Jo', confirm_url: 'https://cages.test/confirm?token=a&x=1' },
  'account-exists': { full_name: 'Jo', sign_in_url: 'https://cages.test/auth', reset_url },
  'reset-password': { full_name: 'Jo', reset_url },
  'password-changed': { full_name: 'Jo', reset_url },
  'booking-confirmed': {
    full_name: 'Jo',
    sessions: [
      { cage_name: 'Cage 2', day: 'Tue Nov 24', time: '4:00 PM - 4:30 PM', price: '$20.00' },
      { cage_name: 'Cage 10', day: 'Tue Nov 24', time: '5:00 PM - 6:00 PM', price: '$30.00' },
    ],
    total: '$50.00',
    payment_line: 'Please pay on arrival.',
  },
}

test.each(Object.keys(samples) as TemplateName[])(
  '%s names the facility and leaves nothing unfilled',
  (name) => {
    const { subject, html, text } = renderMessage(builtInTemplates[name], samples[name], sender)

    for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|undefined|\[object/)
    expect(html).toContain('Stitch &amp; Sons Cages')
    expect(html).toContain('100 Main St, Beaumont, TX 77701')
    expect(text).toContain('Stitch & Sons Cages\n100 Main St, Beaumont, TX 77701\n(409) 555-0100')
  },
)

test('links stay whole in both parts', () => {
  const { html, text } = renderMessage(builtInTemplates['confirm-email'], samples['confirm-email'], sender)

  expect(html).toContain('href="https://cages.test/confirm?token&#x3D;a&amp;x&#x3D;1"')
  expect(text).toContain('\nhttps://cages.test/confirm?token=a&x=1\n')
})

test('a booking lists each session with its price, and the total', () => {
  const { subject, text } = renderMessage(
    builtInTemplates['booking-confirmed'],
    samples['booking-confirmed'],
    sender,
  )

  expect(subject).toBe('Booking confirmed: Cage 2, Tue Nov 24, 4:00 PM - 4:30 PM and more')
  expect(text).toContain(
    'Cage 2: Tue Nov 24, 4:00 PM - 4:30 PM, $20.00\nCage 10: Tue Nov 24, 5:00 PM - 6:00 PM, $30.00\nTotal: $50.00',
  )
})

test('a name cannot bring markup into the mail', () => {
  const data = { ...samples['reset-password'], full_name: '<script>alert(1)</script>' }

  const { html, text } = renderMessage(builtInTemplates['reset-password'], data, sender)

  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(text).toContain('<script>alert(1)</script>')
})

test('a value cannot end the subject line and add a header', () => {
  const template = { subject: 'Hi {{full_name}}', html: '', text: '' }
  const data = { full_name: 'Jo\r\nBcc: everyone@example.com\u2028\u0000' }

  expect(renderMessage(template, data, sender).subject).toBe('Hi Jo Bcc: everyone@example.com')
})

test('an edited text has conditions and the layout, unless it is a page of its own', () => {
  const inner = {
    subject: 's',
    text: 't',
    html: '<p>{{#if full_name}}Hi {{full_name}}{{else}}Hello{{/if}}</p>',
  }
  const whole = { subject: 's', text: 't', html: '<html><body>Mine alone, {{facility.phone}}</body></html>' }

  expect(renderMessage(inner, {}, sender).html).toMatch(/class="card"[\s\S]*<p>Hello<\/p>/)
  expect(renderMessage(whole, {}, sender).html).toBe('<html><body>Mine alone, (409) 555-0100</body></html>')
})

test('data cannot stand in for the facility, and templates reach no code', () => {
  const template = { subject: '{{facility.name}}{{constructor.name}}{{__proto__.x}}', html: '', text: '' }

  expect(renderMessage(template, { facility: { name: 'Evil' } }, sender).subject).toBe('Stitch & Sons Cages')
})
