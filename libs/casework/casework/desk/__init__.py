"""What use cases of every case service work with: who acts, gates, memory, deadlines."""
