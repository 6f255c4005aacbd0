// Finds the kind of text in a column by the words at the end of the column's name.
import { longestEnding, readPhrases } from './phrase-index.ts';

const KINDS = `
first name: first name, given name, forename, firstname, prenom, fn
last name: last name, family name, surname, lastname, apellido
middle name: middle name
user name: user name, username, login, login name, handle, nickname, nick, screen name, twitter, github, instagram, skype
email: email, e mail, mail address, email address, mail, correo, recipient email, to email, from email, email id
phone: phone, phone number, mobile, telephone, fax, cell, mobile number, contact number, tel, telefono, phone no
password: password, passphrase, pwd, passcode
secret: secret, token, api key, signature, nonce, access token, refresh token, client secret, cursor, page token, next token, salt
hash: hash, checksum, etag, digest, sha, md5, fingerprint, commit hash, commit id, commit sha, head sha
birth date: birth date, birthday, date of birth, dob, born, birthdate, birth day, born on
time zone: time zone, timezone, tz
country code: country code, iso country, country iso
country: country, nation, nationality, country name, pais, pays, home country, origin country
city: city, town, locality, municipality, city name, birthplace, hometown, ciudad, ville, home city, ^place
region: region, province, county, state name, state province, administrative area, federal state
post code: zip, zip code, postal code, post code, postcode, zipcode, plz
street: street, street name, address line 1, address line, street address, line 1, address1, line1, house
second line: address line 2, address2, line 2, line2, apartment number, unit number
address: address, shipping address, billing address, pickup address, delivery address, home address, full address, direccion, adresse, location address, drop off address
airport: airport, iata, airport code, nearest airport, iata code, departure airport, arrival airport
place: location, place, area, birthplace, site, whereabout, pickup location, departure location, venue, meeting point, destination, origin
currency: currency, ccy, currency code, base currency, target currency
language: language, lang, locale, language code, preferred language
stock symbol: symbol, ticker, stock symbol, ticker symbol
sector: sector, industry
person: name of person, author, owner, creator, assignee, reporter, manager, contact, contact person, person, customer, user, member, employee, driver, doctor, patient, teacher, student, instructor, actor, director, player, sender, receiver, recipient, cardholder, holder, guest, passenger, host, lead, coach, character, agent, seller, buyer, approver, reviewer, candidate, writer, producer, organizer, attendee, beneficiary, payee, payer, traveler, captain, applicant, tenant, landlord, signer, full name, cardholder name, requester, approved by, created by, updated by, assigned to, author name, owner name, customer name, user display name, contact name, client name, patient name, guest name, sender name, recipient name, employee name, driver name, account holder, supervisor, technician, therapist, stylist, barber, trainer, operator name, inspector, gardener, keeper, visitor, borrower, renter, winner, opponent, referee, judge, mentor, tutor, nurse, physician, dentist, veterinarian, vet, lawyer, accountant, consultant, principal, curator, conductor, choreographer, editor, translator, narrator, real name, legal guardian, emergency contact, next of kin, volunteer, leader, co author, speaker, presenter, donor, responsible, handled by, sold by, submitted by, reported by, requested by, given by, uploaded by, performed by, issued by, examiner, assessor, surveyor, auditor, arbiter, observer, researcher, scientist, investigator, officer, clerk, custodian, caretaker, librarian, archivist, conservator, restorer, handler, breeder, groomer, jockey, skipper, pilot, mechanic, foreman, welder, beekeeper, farmer, ranger, warden, tour guide, invigilator, grader, proctor, counsellor, counselor, adviser, advisor, delegate, secretary, treasurer, chairperson, councillor, witness, claimant, adjuster, notary, principal investigator, team lead, checked by, reviewed by, inspected by, signed by, recorded by, measured by, examined by, cancelled by, closed by, completed by, confirmed by, acknowledged by, authorised by, authorized by, entered by, logged by, prepared by, taken by, collected by, delivered by, received by, accepted by, rejected by, verified by, released by, returned by, booked by, ordered by, registered by, repaired by, tested by, cleaned by, written by, added by
brand: brand, brand name, label brand
company: company, organization, organisation, employer, vendor, supplier, merchant, manufacturer, publisher, carrier, provider, airline, client, maker, store name, bank, studio label, agency, institution, company name, organization name, vendor name, supplier name, legal name, contractor, issuer, sponsor, landlord company, courier, operator, business name, merchant name, firm
insurer: insurer, health insurer, insurance company, insurance provider, insurance carrier
job title: job title, position title, occupation, profession, role title, job position
department: department, division, team name, department name, business unit, squad
gender: gender, sex
image url: image, photo, picture, avatar, thumbnail, icon, logo, banner, poster, cover, screenshot, image url, photo url, avatar url, thumbnail url, icon url, logo url, picture url, cover url, image link, avatar uri
web address: url, uri, link, href, website, homepage, webpage, permalink, endpoint, callback, redirect, site url, html url, self link, web url, public url, callback url, webhook url, target url, source url, download url, video url, page url, repo url, feed, rss, clone url
domain name: domain, hostname, host, fqdn, server name, subdomain, domain name, host name
ip address: ip, ip address, ipv4, gateway, netmask, dns server, client ip, remote ip
mac address: mac, mac address
user agent: user agent, browser
color: color, colour, background color, accent color, text color, color name, label color
size name: size name, shirt size, dress size, ^size
priority: priority, severity, urgency, importance
account number: account number, routing number, bank account number, acct
card number: card number, pan, credit card number
iban: iban
security code: cvv, cvc, security code, pin, otp, verification code, one time code, pin code, access code
passport: passport, passport number, license number, licence number, identity number, tax number, vat number, vat id, driver license, id number, social security number, ssn, tax id
plate: plate, registration, license plate, licence plate, number plate, registration plate, plate number, registration number
vin: vin, chassis number
serial number: serial, serial number, serial no, imei, device serial, asset tag
sku: sku, part number, item number, article number, product code, model number, item code, article code, stock code, mpn
barcode: barcode, ean, upc, gtin
isbn: isbn
tracking number: tracking number, tracking code, tracking no, tracking id, awb, waybill
booking code: pnr, booking reference, confirmation code, booking code, locator, confirmation number, record locator, reservation code, ticket number, confirmation
document number: invoice number, order number, reference number, reference, receipt number, purchase order, po number, contract number, policy number, case number, ref, external id, external reference, customer number, reference code, document number, transaction reference, payment reference, transaction code, membership number, member number, card id, number text, order reference, invoice reference
version: version, tag name, release tag, git tag, release version, build version, revision number, firmware, firmware version, api version, app version
file name: file name, filename, file, attachment, document, attachment name, image name, original name
file path: path, file path, filepath, directory, folder, folder path, object key, source path, destination path, key name, save path, working directory, dir
mime type: mime type, content type, media type, mimetype
file type: file type, extension, file extension, file format
weekday: weekday, day of week, day name, week day
month name: month name
opening hours: opening hours, hours, business hours, open hours, schedule text, office hours
unit of measure: unit, unit of measure, uom, measure, measurement unit
payment method: payment method, payment type, pay method, method of payment, paid with
travel class: travel class, cabin, cabin class, seat class, fare class, service class
seat number: seat, seat number, seat no, row seat, spot number, table number, room number, room, gate, platform, desk, locker number, bay, berth, plot number, gate number
operating system: os, operating system, os name
blood type: blood type, blood group
coordinates: coordinate, lat long, latlng, geo, gps, position coordinate, geolocation
hex color: hex, hex color, hex code, color code, colour code, rgb
emoji: emoji, reaction, icon name
time of day: time of day, clock time, opening time, closing time, open time, close time, pickup time of day, alarm time
model name: model, device model, vehicle model, model name, make and model
make: make, car make, vehicle make, manufacturer brand
branch name: branch, branch name, base branch, ^base, base ref, head ref, target branch, head branch, source branch, default branch, head, ref name
repository name: repository, repo, repo name, repository name, repository full name
namespace: namespace, cluster, context name, environment, env
setting value: ^value, variable value, label value, setting value, config value
slug: slug, url slug, url key, permalink slug
cron: cron, cron expression, schedule cron
title: title, headline, subject, topic, heading, caption, subject line, titulo, titre
name: name, display name, label name, alias, short name, common name, nm, nombre, nom, title name, ^label, nick
category: category, genre, class name, section, tag, segment, family, group name, theme, collection, subcategory, product type, product category, kind, type, item type, variety, discipline, specialty, speciality, field of study, subject area, cuisine type, label, topic name, style
cuisine: cuisine, food type
role: role, user role, member role, permission, permission level, access level, access role, access
plan name: plan, tier, subscription plan, membership type, membership level, plan name, package, subscription tier, service level
visibility: visibility, privacy, sharing, scope
frequency: frequency, recurrence, cadence, billing cycle, repeat, billing period, billing interval
material: material, fabric, finish
weather: weather, weather condition, sky, condition text, conditions
sentiment: sentiment, mood
description: description, desc, summary, overview, about, abstract, synopsis, details, detail, long description, short description, descripcion, beschreibung, info, information, product description, blurb, additional information
body: body, text, content, message, html, markdown, message body, html body, body text, plain text, message text, contents, html content, text content, note text, comment text, comment body, reply, caption text, transcript, post, tweet, letter
note: note, notes, memo, remark, remarks, comment, comments, annotation, special request, special requests, special instruction, special instructions, instruction for delivery, internal note, extra note, request text, message to seller, additional note
reason: reason, cancellation reason, cancel reason, return reason, refund reason, reject reason, rejection reason, purpose, justification, reason for visit, motive, why
resolution: resolution, solution, outcome, fix, resolution text, closing note, resolution note
bio: bio, biography, profile text, about me
review: review, feedback, testimonial, review text, opinion
steps: instruction, instructions, steps, procedure, directions, preparation, how to, method text, preparation step, guide
log: log, logs, output, stdout, stderr, log line, result text, console output, log entry
error: error, error message, failure reason, exception, err, warning, failure, status reason, error text, last error
agenda: agenda, minutes text, talking point
answer: answer, response text, response, reply text
symptom: symptom, diagnosis, condition name, complaint, allergy, medical condition, finding
medication: medication, medicine, drug, prescription
quote: quote, joke, fact, proverb, motto, slogan
`;

const index = readPhrases(KINDS);

export function textKind(words: readonly string[]): string | undefined {
  return longestEnding(index, words);
}

/** Words that tell a kind only together with the table's noun. */
const BARE = new Set(['number', 'no', 'code', 'id', 'reference', 'address', 'line', 'date']);

/** Returns the kind of a column with the help of the table's noun: the `number` of a credit card is a card number. */
export function ownKind(words: readonly string[], noun: readonly string[]): string | undefined {
  const alone = textKind(words);
  const whole = words.length === 1 && BARE.has(words[0] ?? '') ? longestEnding(index, [...noun, ...words]) : undefined;
  return whole ?? alone;
}

/** Returns all kinds, for tests. */
export function textKinds(): readonly string[] {
  return [...new Set(index.values())];
}
