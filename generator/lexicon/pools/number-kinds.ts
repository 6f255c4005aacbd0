// Ranges for numbers whose names no pool has. Each line holds the least and the most, the number of decimals, and the
// words at the end of a name.
import { longestEnding, readPhrases } from './phrase-index.ts';

const KINDS = `
18-82: age, patient age, customer age
150-198: height, body height, person height, rider height
52-98: body weight
1996-2031: year, model year, build year, release year, publication year, year of construction, vintage
2019-2031: fiscal year, budget year, graduation year
1-12: month, expiry month
1-28: day, day of month
8-18: hour
0-55: minute
0-6: weekday number, day of week
16-24 1: temperature, temp, setpoint, target temperature, room temperature, current temperature, feel like, indoor temperature
34-78: humidity, relative humidity
980-1034: pressure, air pressure
2-38 1: wind, wind speed, gust
12-98: battery, battery level, charge level, fuel level percent
10-100: brightness, volume level, volume percent, progress, percentage complete, completion, percent complete, occupancy, utilization, battery percentage
5-95: percent, percentage, confidence, probability, coverage, accuracy, load, cpu usage, memory usage, disk usage, saturation, opacity
3.1-4.9 1: rating, star, average rating, stars, score average, customer rating
1-5: star rating, review score, satisfaction, difficulty, severity, priority, importance, urgency, level, stage, tier, grade level, rank
48-98: score, grade, mark, exam score, quality score, health score, credit
5-420 2: price, unit price, cost, amount, total, fee, fare, charge, value, subtotal, total price, total amount, total cost, list price, sale price, net, gross, rent, bid, payment, retail price, price per unit, base price, sum, expense
15-4800 2: balance, account balance, available balance, current balance, saldo, funds
200-5000: limit, credit limit, spending limit, budget limit, daily limit, allowance
1800-6400: monthly income, monthly salary, net income, take home pay
24000-96000: salary, annual salary, income, yearly income, wage, annual income
400-48000: budget, revenue, turnover, worth, market value, profit, funding, raised
2-64 2: tax, tax amount, vat, tip, shipping cost, shipping fee, delivery fee, service fee, discount amount, deposit, late fee, fine, penalty, surcharge
5-25: discount, discount percent, tax rate, vat rate, commission
1.2-8.9 2: rate, interest rate, apr, apy, interest, ratio, exchange rate, multiplier, factor
12-68 2: hourly rate, hour rate, pay rate, day rate, nightly rate, price per night, price per hour, price per day
0-5 1: change, percent change, growth, delta, variance, deviation
4-92 1: speed, velocity, max speed
2-420 1: distance, mileage trip, route length, range
4200-148000: mileage, odometer, kilometer reading, odometer reading
20-180 1: length, width, depth, dimension length, dimension width
0.2-24 1: weight, gross weight, net weight, mass, weight limit, load weight
15-120: duration, minutes, length minute, run time, runtime, estimated time, prep time, cook time, waiting time, wait time, delay, estimated minute, eta, play time, time spent, effort
1-24: hours, month count, months, duration month, term month, warranty month, term, tenure
1-14: days, nights, duration day, lead time, stay length
120-900: timeout, ttl, latency, response time, millisecond
1-6: quantity, qty, pieces, order quantity, number of item, item count in cart, amount of item
0-140: stock, inventory, stock level, stock quantity, available quantity, in stock, quantity on hand, on hand, stock count, units in stock, inventory count
10-40: reorder level, reorder point, minimum stock, min stock, threshold, safety stock
4-40: capacity, max capacity, maximum capacity, max participant, seats total, size limit, max attendee
0-18: available, free, remaining, seats available, available seat, free place, free seat, available spot, free spot, spot left, vacancy, open slot
1-8: guest, people, party size, number of guest, passenger, adult, traveler, guest count, participant, person count, number of people, headcount
1-6: room count, bedroom, bathroom, bed, floor, storey, door count, number of room
2-5: seat count, seats, door
96-640: page, page count, pages, number of page
0-48: comment count, reply count, attachment count, review count, message count, note count, task count, open issue
0-2400: like, view, follower, share, vote, visit, download, click, impression, subscriber, retweet, play count, view count, like count, member count, follower count, following, star count, fork, stargazer, install, upvote, favorite count
12-9400: size, byte, file size, size in byte, size kb, bytes
1-24: count, number, total count, item count, num, members, orders, lessons, attempt, result count, total item, record count, number of order
50-4800: point, loyalty point, reward point, experience, xp, coin, reward
0-6: attempts, retry, retries, retry count, error count, failure, failed attempt, absence, wins, loss, goal, assist
1-40: position, sequence, order index, sort order, index, rank position, pos, sort, row, column number, line number, line, ordinal
1-16: cpu, core, vcpu, thread, replica, worker count, node count, instance count
4-64: memory, ram, memory gb
20-1000: storage, disk, disk size, storage gb, quota
1024-9443: port, local port, target port, source port
80-900: calorie, kcal, energy
2-48 1: protein, fat, carb, sugar, fiber, carbohydrate
5-500: dose, dosage, strength
24-210: area, square meter, floor area, surface, living area, plot size, square foot
2-60 1: depth water, elevation gain, altitude
40-2600: elevation, power, watt, wattage
4-98 1: fuel, fuel level, fuel amount, tank
28-36: tire pressure, tyre pressure
11.8-14.2 1: voltage, battery voltage, volt
1000-9899: number id, extension, code, room number, identification, invoice no
12000-4800000: population, volume, market cap, trading volume
8-420: reading, measurement, value reading, metric value, result, sample
1-10 1: coefficient, weighting, importance score
1-30: season, episode, chapter, round, lap, inning, period number, week, sprint number, issue number, edition, volume number
0-255: red, green, blue, alpha channel
`;

export interface Figures {
  readonly least: number;
  readonly most: number;
  readonly places: number;
}

const index = readPhrases(KINDS);

export function figuresOf(words: readonly string[]): Figures | undefined {
  const found = longestEnding(index, words);
  if (found === undefined) return undefined;
  const [span = '', places = '0'] = found.split(' ');
  const [least = 0, most = 0] = span.split('-').map(Number);
  return { least, most, places: Number(places) };
}

/**
 * For each word of a unit: the unit in which the ranges are written, and the factor that converts a number from that
 * unit.
 */
const UNITS: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  kg: ['weight_kg', 1], g: ['weight_kg', 1000], gram: ['weight_kg', 1000], kilogram: ['weight_kg', 1], lb: ['weight_kg', 2.2], lbs: ['weight_kg', 2.2],
  pound: ['weight_kg', 2.2], oz: ['weight_kg', 35], cm: ['cm', 1], mm: ['cm', 10], m: ['cm', 0.01], inch: ['cm', 0.4], km: ['km', 1], mile: ['km', 0.62],
  minute: ['minute', 1], min: ['minute', 1], mins: ['minute', 1], second: ['minute', 60], sec: ['minute', 60], s: ['minute', 60], hour: ['minute', 1 / 60], h: ['minute', 1 / 60],
  cent: ['price', 100], usd: ['price', 1], eur: ['price', 1], gbp: ['price', 1],
}; // prettier-ignore

export function unitOf(words: readonly string[]): { unit: string; factor: number } | undefined {
  const found = UNITS[words.at(-1) ?? ''];
  return found === undefined || words.length < 2 ? undefined : { unit: found[0], factor: found[1] };
}
