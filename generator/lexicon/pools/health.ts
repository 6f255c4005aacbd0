// Names and descriptions for health and care. read-pools.ts explains the notation.
export const HEALTH = `
treatment, procedure, therapy, medical service, health service, examination, consultation, checkup, session therapy : price 25-340; minutes 15-90; hours 8-17/15
  dental > {Check-up and cleaning|Filling|Crown fitting|Root canal}
  physio > {Back|Knee|Shoulder|Neck} {physiotherapy|massage}
  skin > {Skin cancer screening|Mole removal|Eczema consultation}
  eyes > {Eye test|Contact lens fitting|Retina scan}
  general > {Blood test|Vaccination|ECG|Allergy test}
  ~ {No preparation needed|Please come fasting|Bring earlier results}. About {15|30|45} minutes.

medication, medicine, drug, prescription, remedy, pill, dose, pharmaceutical : price 3.5-84; stock 0-180; quantity 1-3; dose 5-500; refills 0-5; days 5-90
  pain > {Ibuprofen 400|Paracetamol 500|Naproxen 250} mg
  antibiotics > {Amoxicillin 500|Doxycycline 100|Cefuroxime 250} mg
  heart > {Metoprolol 50|Ramipril 5|Amlodipine 5|Bisoprolol 2.5} mg
  allergy > {Cetirizine|Loratadine} 10 mg
  other > {Omeprazole 20 mg|Metformin 850 mg|Levothyroxine 75 µg|Salbutamol inhaler}
  stomach > {Pantoprazole 40 mg|Loperamide 2 mg|Simethicone 80 mg|Macrogol sachets}
  ~ {One tablet in the morning|One tablet twice a day|As needed, at most three a day}, {with food|with water|before meals}.

symptom, condition, diagnosis, disease, illness + pet vet species breed animal owner : severity 1-5
  skin > {Ear mites|Flea allergy|Hot spot|Ringworm|Torn claw}
  stomach > {Gastritis|Hairball|Swallowed {sock|bone}|Worms}
  teeth > {Tartar|Broken tooth|Overgrown teeth}
  other > {Kennel cough|Sprained {front|hind} leg|Eye infection|Overweight|Bladder stones|Bite wound}

treatment, procedure, therapy, medical service, examination, consultation, checkup + pet vet species breed animal owner : price 25-340; minutes 15-60
  _ > {Ear drops|Flea collar|Antibiotics for {five|seven|ten} days|Wound cleaned and closed|Teeth cleaned|Worm tablet|Bandage, check in a week|Diet food for a month|Eye ointment|Pain relief for three days|Claws trimmed|Stitches removed|Tick removed|Vaccinated against {rabies|kennel cough|cat flu}|Microchip fitted|Blood count taken|X-ray of the {front|hind} leg|Ears cleaned|Weighed and measured|Bandage changed}

symptom, condition, diagnosis, disease, illness, allergy, medical condition : severity 1-5
  acute > {Tonsillitis|Bronchitis|Sprained ankle|Middle ear infection|Gastritis}
  chronic > {Type 2 diabetes|High blood pressure|Asthma|Migraine|Arthrosis of the knee}
  allergies > {Birch pollen|House dust mite|Penicillin|Peanut} allergy
  skin > {Atopic eczema|Psoriasis|Rosacea}
  complaints > {Persistent cough|Lower back pain|Dizziness|Trouble sleeping}

vaccine, vaccination, test, lab test, lab result, medical test, immunization + patient clinic doctor lab dose : price 12-140; dose 1-3
  vaccines > {Tetanus|Influenza|Hepatitis A|Hepatitis B|Measles|HPV|Shingles|Pneumococcal}
  blood > {Full blood count|Ferritin|HbA1c|Liver panel|TSH}
  swabs > {Throat|Nasal} swab
  travel > {Yellow fever|Typhoid|Rabies}
  urine > {Urine culture|Urine strip}

exercise, workout, fitness class, training session, training, activity + reps sets calories gym trainer heart member : minutes 10-75; calories 60-640; reps 6-20; sets 2-5; distance_km 1-21; capacity 6-24; price 8-25; hours 7-20/15
  strength > {Goblet squat|Deadlift|Bench press|Kettlebell swing|Pull-up}
  endurance > {Interval run|Easy run|Rowing|Spinning|Stair climb}
  flexibility > {Morning yoga|Pilates|Hip mobility|Back stretch}
  classes > {Zumba|Aqua fit|Boxing basics|Functional circuit}
  outdoor > {Trail run|Nordic walking|Park circuit}
  ~ {For beginners|Moderate|Demanding}. {Mat needed|No equipment|Warm up first}.

vaccine, vaccination, immunization, shot, jab : dose 1-3; price 18-90
  people > {Tetanus|Influenza|Hepatitis A|Hepatitis B|Measles|Polio|Typhoid|Rabies|Yellow fever|Meningitis}
  pets > {Distemper|Parvovirus|Leptospirosis|Kennel cough|Cat flu|Leukemia|Myxomatosis}
  _ > {Tick-borne encephalitis|Shingles|Chickenpox}{, second dose| booster|}

animal breed, pet breed, breed : 
  dogs > {Labrador|Border Collie|Beagle|Poodle|Dachshund|Boxer|Whippet|Corgi|Golden Retriever}
  cats > {Maine Coon|British Shorthair|Siamese|Ragdoll|Bengal|Persian}
  rabbits > {Dwarf Lop|Lionhead|Rex|Angora}
  birds > {Budgerigar|Cockatiel|Canary|Lovebird}

salon service, beauty service, haircut, hair service, service, offered service, spa treatment + salon stylist barber appointment booking staff client provider : price 18-140; minutes 15-120; hours 9-18/15
  hair > {Cut and blow-dry|Dry cut|Colour and cut|Highlights|Beard trim}
  nails > {Manicure|Pedicure|Gel nails}
  face > {Facial|Brow shaping|Peeling}
  body > {Back massage|Full body massage|Hot stone massage|Waxing}
  care > {Repair|Inspection|Cleaning|Adjustment|Fitting|Consultation}
  ~ {Including consultation|With wash and care|For short and long hair}, {30|45|60} minutes.
`;
