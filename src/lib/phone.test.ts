import { expect, it } from 'vitest';
import { isPhone, maskPhone } from './phone.ts';

it.each([
  ['', ''],
  ['1', '(1'],
  ['119', '(11) 9'],
  ['1191234', '(11) 9123-4'],
  ['1123851939', '(11) 2385-1939'],
  ['11912345678', '(11) 91234-5678'],
  ['+55 (11) 91234-5678', '(11) 91234-5678'],
  ['+55 11 2385-1939', '(11) 2385-1939'],
  ['(011) 91234-5678', '(11) 91234-5678'],
  ['0xx11 3222-1234', '(11) 3222-1234'],
  ['+55 (011) 91234-5678', '(11) 91234-5678'],
  ['011', '011'],
  ['08001234567', '0800 123 4567'],
  ['11912345678999', '(11) 91234-5678'],
])('masks %j as %j', (typed, masked) => {
  expect(maskPhone(typed)).toBe(masked);
  expect(maskPhone(masked)).toBe(masked);
});

it('masks a number that is typed digit by digit with the zero of a call to another area', () => {
  const typed = Array.from('011912345678').reduce((shown, digit) => maskPhone(shown + digit), '');
  expect(typed).toBe('(11) 91234-5678');
});

it.each([
  '(11) 91234-5678',
  '1123851939',
  '+5511912345678',
  '(011) 91234-5678',
  '0xx11 3222-1234',
  '+55 (011) 3222-1234',
  '0800 123 4567',
  '0300 123456',
])('accepts %s as a phone number', (phone) => expect(isPhone(phone)).toBe(true));

it.each(['', '12345678', '(01) 91234-5678', '(11) 1234-5678', '(11) 81234-5678', 'ramal 12'])(
  'rejects %j',
  (phone) => expect(isPhone(phone)).toBe(false),
);
