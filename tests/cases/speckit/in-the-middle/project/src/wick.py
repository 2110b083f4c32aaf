WICK = 'cotton'
