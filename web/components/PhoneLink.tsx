import { phoneHref } from './phone.ts'
/** A phone number that calls when pressed. */
export function PhoneLink({ phone, className }: { phone: string; className: string | undefined }) {
  return (
    <a className={className} href={phoneHref(phone)}>
      {phone}
    </a>
  )
}
