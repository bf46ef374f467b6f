import { expect, test } from 'vitest'
import { facility } from '../../test/outbox.ts'
import { renderMessage } from './render.ts'
import type { MessageTexts } from './templates/template.ts'
import { builtInTemplates } from './templates.ts'

const sender = { facility, siteUrl: 'https://cages.test' }
const resetPassword = builtInTemplates['reset-password']
const bookingConfirmed = builtInTemplates['booking-confirmed']

/** A password reset with these texts. */
const reset = (texts: Partial<MessageTexts>, data: object = {}) => {
  const link = '{{reset_url}}'
  return renderMessage(resetPassword, { ...resetPassword.sample, ...data }, sender, {
    texts: {
      subject: texts.subject ?? 's',
      html: `${texts.html ?? ''}${link}`,
      text: `${texts.text ?? ''}${link}`,
    },
  })
}

test.each(Object.entries(builtInTemplates))(
  '%s names the facility and leaves nothing unfilled',
  (_name, kind) => {
    const { subject, html, text } = renderMessage(kind, kind.sample, sender)

    for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|undefined|\[object/)
    expect(html).toContain('Stitch &amp; Sons Cages')
    expect(html).toContain('100 Main St, Beaumont, TX 77701')
    expect(text).toContain('Stitch & Sons Cages\n100 Main St, Beaumont, TX 77701\n(409) 555-0100')
    expect(text, 'one empty line between paragraphs').not.toContain('\n\n\n')
    // Buttons are in Title Case: only articles and the like are small.
    for (const [, words] of html.matchAll(/class="button"[^>]*>([^<]+)</g)) {
      expect(words).not.toMatch(/(?:^| )(?!(?:a|an|the|of|for|to|and)(?: |$))[a-z]/)
    }
  },
)

test('links are unchanged in both parts', () => {
  const data = { full_name: 'Jo', confirm_url: 'https://cages.test/confirm?token=a&x=1' }

  const { html, text } = renderMessage(builtInTemplates['confirm-email'], data, sender)

  expect(html).toContain('href="https://cages.test/confirm?token&#x3D;a&amp;x&#x3D;1"')
  expect(text).toContain('\nhttps://cages.test/confirm?token=a&x=1\n')
})

test.for(['booking-confirmed', 'booking-reminder', 'lesson-confirmed', 'lesson-reminder'] as const)(
  '%s says what to bring, where the facility says it',
  (name) => {
    const kind = builtInTemplates[name]
    const told = { ...sender, facility: { ...facility, what_to_bring: 'A helmet & a bat.' } }

    const { html, text } = renderMessage(kind, kind.sample, told)

    expect(html).toContain('What to bring: A helmet &amp; a bat.')
    expect(text).toContain('What to bring: A helmet & a bat.')
    expect(renderMessage(kind, kind.sample, sender).text).not.toContain('bring')
  },
)

test('a booking lists each session with its price, and the total', () => {
  const { subject, html, text } = renderMessage(bookingConfirmed, bookingConfirmed.sample, sender)

  expect(subject).toBe('Booking confirmed for Mia Slugger: Cage 2, Tue, Nov 24, 4:00–4:30 PM and more')
  expect(text).toContain(
    'Cage 2: Tue, Nov 24, 4:00–4:30 PM, $20.00\nCage 10: Tue, Nov 24, 5:00–6:00 PM, $30.00\nTotal: $50.00',
  )
  expect(html).toMatch(/<tr><td><strong>Cage 2<[\s\S]*<tr><td><strong>Cage 10<[\s\S]*\$50\.00/)
})

test.for([
  'booking-confirmed',
  'booking-changed',
  'booking-canceled',
  'lesson-confirmed',
  'lesson-changed',
  'lesson-canceled',
  'lesson-booked',
  'coach-lesson-changed',
  'coach-lesson-canceled',
] as const)(
  '%s names who takes part in both parts and the subject, and only where that is someone else',
  (name) => {
    const { sample } = builtInTemplates[name]
    const data = { ...sample, participant_name: 'Mia & Leo' }

    const named = renderMessage(builtInTemplates[name], data, sender)
    expect(named.subject).toContain('Mia & Leo')
    expect(named.html).toContain('Mia &amp; Leo')
    expect(named.text).toContain('Mia & Leo')
    const own = renderMessage(builtInTemplates[name], { ...data, participant_name: '' }, sender)
    for (const part of [own.subject, own.text])
      expect(part).not.toMatch(/ for (,|:| is| was| on|\.)|\(\)| {2}/)
  },
)

test('the ticket of a camp goes from its first day to its last, with the time where that is the same each day', () => {
  const camp = builtInTemplates['camp-registered']
  const ticketOf = (sessions: { day: string; time: string }[]) =>
    renderMessage(camp, { ...camp.sample, sessions }, sender).text
  const first = { day: 'Tue, Nov 24', time: '9:00 AM–12:00 PM' }

  expect(ticketOf([first, { ...first, day: 'Wed, Nov 25' }])).toContain(
    '4PRC\nTue, Nov 24 to Wed, Nov 25, 9:00 AM–12:00 PM\n',
  )
  expect(ticketOf([first, { day: 'Wed, Nov 25', time: '1:00–3:00 PM' }])).toContain(
    '4PRC\nTue, Nov 24 to Wed, Nov 25\n',
  )
  expect(ticketOf([first])).toContain('4PRC\nTue, Nov 24, 9:00 AM–12:00 PM\n')
})

test('the name of a cage cannot inject markup into the list of sessions', () => {
  const [session] = bookingConfirmed.sample.sessions
  const data = { ...bookingConfirmed.sample, sessions: [{ ...session, cage_name: '<b>{{total}}</b>' }] }

  const { html, text } = renderMessage(bookingConfirmed, data, sender)

  expect(html).toContain('<strong>&lt;b&gt;{{total}}&lt;/b&gt;</strong>')
  expect(text).toContain('<b>{{total}}</b>: Tue, Nov 24')
})

test('a name cannot inject markup into the mail', () => {
  const data = { ...resetPassword.sample, full_name: '<script>alert(1)</script>' }

  const { html, text } = renderMessage(resetPassword, data, sender)

  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(text).toContain('<script>alert(1)</script>')
})

test('a value cannot end the subject line and add a header', () => {
  const full_name = 'Jo\r\nBcc: everyone@example.com\u2028\u0000'

  expect(reset({ subject: 'Hi {{full_name}}' }, { full_name }).subject).toBe(
    'Hi Jo Bcc: everyone@example.com',
  )
})

test('an edited text can have conditions, and gets the layout unless it is a whole document', () => {
  const inner = { html: '<p>{{#if full_name}}Hi {{full_name}}{{else}}Hello{{/if}}</p>' }
  const whole = { html: '<html><body>Mine alone, {{facility.phone}}</body></html>' }

  expect(reset(inner, { full_name: '' }).html).toMatch(/class="card"[\s\S]*<p>Hello<\/p>/)
  expect(reset(whole, { reset_url: '' }).html).toBe('<html><body>Mine alone, (409) 555-0100</body></html>')
})

test('data cannot override the facility’s variables', () => {
  const data = { facility: { name: 'Evil' }, site_url: 'https://evil.test' }

  expect(reset({ subject: '{{facility.name}} {{site_url}}' }, data).subject).toBe(
    'Stitch & Sons Cages https://cages.test',
  )
})

test('a text that breaks the rules is not rendered', () => {
  expect(() => reset({ subject: '{{constructor.name}}' })).toThrow('is not a variable of this message')
})

test('only marketing has an unsubscribe link in its footer', () => {
  const { newsletter } = builtInTemplates
  const unsubscribeUrl = 'https://cages.test/unsubscribe?x'

  const news = renderMessage(newsletter, newsletter.sample, sender, { unsubscribeUrl })
  const receipt = renderMessage(bookingConfirmed, bookingConfirmed.sample, sender)

  expect(news.html).toContain('>Unsubscribe</a>')
  expect(news.text).toContain('Unsubscribe: https://cages.test/unsubscribe?x')
  expect(receipt.html + receipt.text).not.toContain('Unsubscribe')
})

test('texts that were edited before the map, the cut-off and the links were known are sent as they are', () => {
  const texts = { subject: 'Yours', html: '<p>{{sessions}}</p>', text: '{{sessions}}' }
  const { text } = renderMessage(bookingConfirmed, bookingConfirmed.sample, sender, { texts })
  expect(text).toContain('Cage 2: Tue, Nov 24')
  expect(text).not.toContain('change=move')
})

test('a message that was queued before the links were known is sent without them', () => {
  const { cutoff_line: _, change_links: __, ...queued } = bookingConfirmed.sample
  const { html, text } = renderMessage(bookingConfirmed, queued, sender)
  for (const part of [html, text]) {
    expect(part).not.toContain('change=move')
    expect(part).toContain('Call us at (409) 555-0100.')
  }
})

test('an edited text may have the map, the cut-off and the links', () => {
  const own = '{{sessions}} {{cutoff_line}} {{#if change_links}}{{change_links}}{{/if}} {{facility.map_url}}'
  const texts = { subject: '{{cutoff_line}}', html: own, text: own }
  const { subject, html, text } = renderMessage(bookingConfirmed, bookingConfirmed.sample, sender, { texts })
  expect(subject).toBe('Free to move or cancel until Mon, Nov 23, 4:00 PM.')
  expect(html).toContain('<a href="https://cages.example/account?tab=bookings&amp;change=move">Move it</a>')
  expect(text).toContain('Cancel it: https://cages.example/account?tab=bookings&change=cancel')
  expect(text).toContain('https://maps.example/cages')
})

test('every mail has the facility’s logo beside its name, and its color where Dugout’s red is', () => {
  const plain = renderMessage(bookingConfirmed, bookingConfirmed.sample, sender).html
  expect(plain).toContain('background: #cc1f36')
  expect(plain).not.toContain('<img')
  const dark = { src: '/files/logos/x-plate.png', width: 552, height: 312 }
  const look = { brand_color: '#1d6fd8', logo: { light: dark, dark, has_own_dark: false } }
  const { html } = renderMessage(bookingConfirmed, bookingConfirmed.sample, {
    ...sender,
    facility: { ...facility, ...look },
  })
  expect(html).toContain(
    '<img src="https://cages.test/files/logos/x-plate.png" width="71" height="40" alt="">',
  )
  expect(html).toMatch(/\.button \{[^}]*background: #1d6fd8/)
  expect(html).not.toContain('#cc1f36')
})
